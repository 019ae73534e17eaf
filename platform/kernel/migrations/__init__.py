"""Tables of the kernel itself."""
