"""A model server that speaks the dialects we speak, and misbehaves on request."""
