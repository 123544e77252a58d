"""Parts that kernels share: shapes of lines, sums of subsets, images of masks, the table, and the driver of threads."""
