"""The WebAssembly runtime, free of Django: guest, engine, locked child process and pool."""
