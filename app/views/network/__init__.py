"""The network strip: a picture per unit, a link per weight, all of it editable."""
