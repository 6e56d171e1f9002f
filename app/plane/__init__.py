"""What several views share: the plane, its pictures, classes, examples and regions."""
