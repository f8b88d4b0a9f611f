// How Dear ImGui is built for the stage: no files, no clipboard, no demo; indices of 32 bits, so that all lists become one.
#pragma once

#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_METRICS_WINDOW
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define ImDrawIdx unsigned int
