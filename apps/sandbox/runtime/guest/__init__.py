"""Code that runs inside the WebAssembly interpreter; it is packed into guest.wasm, never imported by the host."""
