import { contextBridge, ipcRenderer } from 'electron'
import {
  type DesktopBridge,
  type DesktopChannel,
  type DesktopChannels,
  NAVIGATE_CHANNEL,
} from '#shared/desktop.ts'

function invoke<C extends DesktopChannel>(
  channel: C,
  argument: DesktopChannels[C]['argument'],
): Promise<DesktopChannels[C]['answer']> {
  return ipcRenderer.invoke(channel, argument)
}

// Named functions only: the window never sees ipcRenderer nor an event object.
const bridge: DesktopBridge = {
  info: () => invoke('desktop:info', undefined),
  setTheme: (theme) => invoke('desktop:theme', theme),
  openDataDir: () => invoke('desktop:open-data-dir', undefined),
  onNavigate: (listener) => {
    const forward = (_event: unknown, path: unknown) => {
      if (typeof path === 'string') listener(path)
    }
    ipcRenderer.on(NAVIGATE_CHANNEL, forward)
    return () => ipcRenderer.removeListener(NAVIGATE_CHANNEL, forward)
  },
}

contextBridge.exposeInMainWorld('tonscope', bridge)
