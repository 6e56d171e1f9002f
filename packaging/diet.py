"""What the bundle leaves out and what it must keep: one place for all systems.

Uses only the standard library; the spec and the tests read it.
"""

from __future__ import annotations

import re

#: Packages whose version is looked up while running (about box, doctor, cache name).
METADATA = (
    "hyperfold",
    "PySide6-Essentials",
    "shiboken6",
    "pyqtgraph",
    "numpy",
    "scipy",
    "numba",
    "llvmlite",
    "threadpoolctl",
    "platformdirs",
    "ziamath",
    "ziafont",
    "latex2mathml",
    "pillow",
    "contourpy",
    "font-source-sans-pro",
    "openpyxl",
)

#: Optional imports of some library that nothing here uses.
EXCLUDED_MODULES = [
    "tkinter",
    "_tkinter",
    "IPython",
    "matplotlib",
    "pytest",
    "setuptools",
    "pip",
    "torch",
    "sklearn",
    "regioncam",
    "pandas",
    "cupy",
    "OpenGL",
    "h5py",
    "jinja2",
    "pydoc_data",
    "lib2to3",
    "PyQt5",
    "PyQt6",
    "PySide2",
    "sphinx",
    "yaml",
    "cffi",
    "PIL.AvifImagePlugin",
    "PIL._avif",
    "PIL.ImageTk",
    "PIL._imagingtk",
    "PIL.ImageCms",
    "PIL._imagingcms",
    "numba.cuda",
    "numba.tests",
    "numpy.testing.tests",
    "numpy._core._multiarray_tests",
    "pygments",
    "scipy.io",
    "scipy.signal",
    "scipy.ndimage",
    "scipy.odr",
    "scipy.datasets",
    "scipy.stats",
    "scipy.integrate",
    "scipy.interpolate",
    "scipy.cluster",
    "pyqtgraph.opengl",
    "pyqtgraph.examples",
    "pyqtgraph.canvas",
    "pyqtgraph.flowchart",
    "pyqtgraph.console",
    "pyqtgraph.jupyter",
    "ssl",
    "_ssl",
    "_hashlib",  # no network access; hashes are built in
    "readline",  # GPL, and the frozen Python is not interactive
    "PySide6.QtNetwork",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtQuickWidgets",
    "PySide6.QtSql",
    "PySide6.QtHelp",
    "PySide6.QtDesigner",
    "PySide6.QtUiTools",
    "PySide6.QtXml",
    "PySide6.QtConcurrent",
    "PySide6.QtPrintSupport",
]

#: Shared libraries of the desktop and what they are linked to: two versions of one in a
#: process do not go together. The package depends on those that Qt needs.
_SYSTEM = "|".join(
    (
        r"glib-2\.0",
        r"gthread-2\.0",
        r"gobject-2\.0",
        r"gio-2\.0",
        r"gmodule-2\.0",
        "pcre2-8",
        "mount",
        "blkid",
        "selinux",
        "dbus-1",
        "systemd",
        "cap",
        "gcrypt",
        "gpg-error",
        "lz4",
        "fontconfig",
        "freetype",
        "expat",
        "png16",
        "brotlicommon",
        "brotlidec",
        "gssapi_krb5",
        "krb5",
        "k5crypto",
        "krb5support",
        "com_err",
        "keyutils",
        "X11",
        "X11-xcb",
        "Xau",
        "Xdmcp",
        "Xext",
        "Xrender",
        "Xi",
        "bsd",
        "md",
        "xcb",
        "xcb-(glx|randr|render|shape|shm|sync|xfixes|xkb|dri2|dri3)",
        r"stdc\+\+",
        "gcc_s",
        "gomp",
        # GTK's, for a theme that is left out.
        "gtk-3",
        "gdk-3",
        "epoxy",
        "X(cursor|randr|fixes|inerama|composite|damage)",
        r"gdk_pixbuf-2\.0",
        r"atk-1\.0",
        r"atk-bridge-2\.0",
        "atspi",
        r"pango(cairo|ft2)?-1\.0",
        "cairo",
        "cairo-gobject",
        "pixman-1",
        "harfbuzz",
        "graphite2",
        "fribidi",
        "thai",
        "datrie",
        "jpeg",
    )
)

# Paths inside the bundle, with / between folders on every system.
_LEFT_OUT = re.compile(
    "|".join(
        (
            # Of Qt's own translations, those in the window's languages.
            r"PySide6/.*/?translations/(?!qtbase_de\.qm)",
            r"PySide6/.*/?qml/",
            r"Qt6?(Qml|Quick|Pdf|Sql|Designer|Help|Network|VirtualKeyboard)",
            r"plugins/(sqldrivers|tls|networkinformation|qmltooling|designer|printsupport)/",
            r"plugins/(virtualkeyboard|platforminputcontexts/libqtvirtualkeyboard)",
            # Pictures are read by Pillow; Qt draws SVG and PNG.
            r"plugins/imageformats/(lib)?q(gif|icns|tga|tiff|wbmp|webp|pdf|jpeg)\b",
            # Screens without a desktop.
            r"plugins/platforms/libq(eglfs|linuxfb|minimalegl|vkkhrdisplay|vnc)\b",
            r"plugins/(egldeviceintegrations|generic)/",
            r"Qt6?Egl(FSDevice|FsKms)",
            r"(opengl32sw|d3dcompiler_47)\.dll",  # 2-D only: nothing needs OpenGL
            # Drivers and desktop libraries must be the system's own.
            r"(^|/)lib(GL|EGL|GLX|GLdispatch|OpenGL|drm|gbm|wayland-[a-z]+)\.so",
            rf"(^|/)lib({_SYSTEM})\.so",
            r"plugins/platformthemes/libqgtk3",  # pulls in half of GTK
            r"(numpy|scipy|numba|pyqtgraph|llvmlite)/(.*/)?(tests?|examples)/",
            # The kernels use one thread: no thread pool is loaded.
            r"numba/np/ufunc/(tbb|omp)pool",
            r"pyqtgraph/(icons/peegee|colors/maps/.*LICEN)",
            r"\.pyi$",
            # How and from where pip installed it.
            r"\.dist-info/(direct_url\.json|RECORD|INSTALLER|REQUESTED|WHEEL)$",
            r"\.(c|h|cpp|hpp|pxd|pyx|a|lib)$",
        )
    )
)


def wanted(path: str) -> bool:
    """Whether a file of the bundle stays."""
    return _LEFT_OUT.search(path.replace("\\", "/")) is None
