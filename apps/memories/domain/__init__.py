"""Rules of memory without Django: words, chunks, digests, filters, file formats."""
