"""Reading and writing files: versioned, no pickle, atomic, clear error messages."""
