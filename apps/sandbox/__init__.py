"""The sandbox: runs agents' Python in WebAssembly, where nothing but the granted tools can be reached."""
