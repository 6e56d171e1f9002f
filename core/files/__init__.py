"""Files in and out: versioned, no pickle, atomic writes, clear lines on mistakes."""
