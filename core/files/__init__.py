"""Files of runs, networks and data, and exports: versioned, no pickle, checked."""
