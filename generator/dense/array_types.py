"""The types of the dense engine's arrays, for the kernels and for who plans their memory without them."""

import numpy as np
from numpy.typing import NDArray

Masks32 = NDArray[np.int32]
Scores = NDArray[np.int8]
Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]
