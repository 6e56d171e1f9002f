; Installs for one user without administrator rights: below the user's own programs,
; with start-menu entry, file association and uninstaller.
; makensis -DVERSION=… -DBUNDLE=folder -DICON=file.ico -DLICENCE=file -DOUT=setup.exe
; -DQUICK hardly compresses: for a set-up that is tried and thrown away.

Unicode true
!ifdef QUICK
  SetCompressor zlib
  SetCompress off
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif

!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "WinVer.nsh"
!include "x64.nsh"
!insertmacro GetSize
!insertmacro RefreshShellIcons
!insertmacro un.RefreshShellIcons

!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Hyperfold"
!define CLASSES "Software\Classes"
!define TYPE "Hyperfold.Run"

Name "Hyperfold"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Hyperfold"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "Hyperfold ${VERSION}"
ManifestDPIAware true

VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Hyperfold"
VIAddVersionKey "FileDescription" "Installs Hyperfold"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "The Hyperfold authors, MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\hyperfold-window.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start Hyperfold"

!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; Qt takes its text conversion from Windows, which has it since this version.
!define FIRST_BUILD 18362

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
  ${OrIfNot} ${AtLeastBuild} ${FIRST_BUILD}
    IfSilent +2
      MessageBox MB_OK|MB_ICONSTOP \
        "Hyperfold needs Windows 10, version 1903, or newer, with 64 bits."
    SetErrorLevel 3
    Abort
  ${EndIf}
FunctionEnd

Section "Hyperfold"
  SetShellVarContext current
  SetOutPath "$INSTDIR"
  ; An upgrade leaves no file of the older version behind.
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  File /r "${BUNDLE}\*.*"
  File "/oname=hyperfold.ico" "${ICON}"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateShortCut "$SMPROGRAMS\Hyperfold.lnk" "$INSTDIR\hyperfold-window.exe" "" \
    "$INSTDIR\hyperfold.ico"

  WriteRegStr HKCU "${CLASSES}\.hyperfold" "" "${TYPE}"
  WriteRegStr HKCU "${CLASSES}\.hyperfold\OpenWithProgids" "${TYPE}" ""
  WriteRegStr HKCU "${CLASSES}\${TYPE}" "" "Hyperfold run"
  WriteRegStr HKCU "${CLASSES}\${TYPE}\DefaultIcon" "" "$INSTDIR\hyperfold.ico"
  WriteRegStr HKCU "${CLASSES}\${TYPE}\shell\open\command" "" \
    '"$INSTDIR\hyperfold-window.exe" "%1"'

  WriteRegStr HKCU "${KEY}" "DisplayName" "Hyperfold"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\hyperfold.ico"
  WriteRegStr HKCU "${KEY}" "Publisher" "Hyperfold"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  IntFmt $0 "0x%08X" $0
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" "$0"
  ${RefreshShellIcons}
SectionEnd

Section "Uninstall"
  SetShellVarContext current
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\hyperfold.exe"
  Delete "$INSTDIR\hyperfold-window.exe"
  Delete "$INSTDIR\hyperfold.ico"
  Delete "$INSTDIR\uninstall.exe"
  ; Only if empty: the person may have chosen a folder that holds other things.
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Hyperfold.lnk"
  DeleteRegKey HKCU "${CLASSES}\${TYPE}"
  DeleteRegValue HKCU "${CLASSES}\.hyperfold\OpenWithProgids" "${TYPE}"
  ReadRegStr $0 HKCU "${CLASSES}\.hyperfold" ""
  StrCmp $0 "${TYPE}" 0 +2
    DeleteRegKey HKCU "${CLASSES}\.hyperfold"
  DeleteRegKey HKCU "${KEY}"
  ; What can be made again goes; settings and kept runs are the person's own and stay.
  RMDir /r "$LOCALAPPDATA\hyperfold\Cache"
  RMDir /r "$LOCALAPPDATA\hyperfold\Logs"
  Delete "$LOCALAPPDATA\hyperfold\autosave\*.lock"
  RMDir "$LOCALAPPDATA\hyperfold\autosave"
  RMDir "$LOCALAPPDATA\hyperfold"
  ${un.RefreshShellIcons}
SectionEnd
