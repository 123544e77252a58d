"""Parts that the kernels of searches share: images of masks, the table of what was found, and the driver of threads."""
