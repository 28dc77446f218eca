import { type IpcMainInvokeEvent, ipcMain } from 'electron'
import type { DesktopChannel, DesktopChannels } from '#shared/desktop.ts'
import { TypedError } from '#shared/typedError.ts'
import { isSameOrigin } from './navigation.ts'

/** How one channel is served: `check` narrows what the window sent, `answer` does the work. */
export type ChannelHandler<C extends DesktopChannel> = {
  check(argument: unknown): argument is DesktopChannels[C]['argument']
  answer(
    argument: DesktopChannels[C]['argument'],
  ): DesktopChannels[C]['answer'] | Promise<DesktopChannels[C]['answer']>
}

export type ChannelHandlers = { readonly [C in DesktopChannel]: ChannelHandler<C> }

/** A call that did not come from our own page, or whose argument has the wrong shape. */
export class IpcRefusedError extends TypedError {
  readonly channel: string

  constructor(channel: string, reason: string) {
    super('ipc-refused', `${channel} refused: ${reason}`)
    this.channel = channel
  }
}

/**
 * Serves the channels to the main frame of our own origin only. Returns what undoes it.
 * The one place that touches ipcMain, so that no handler can forget the sender check.
 */
export function setUpIpc(origin: string, handlers: ChannelHandlers): () => void {
  const channels = Object.keys(handlers) as DesktopChannel[]
  for (const channel of channels) serve(channel, origin, handlers[channel])
  return () => {
    for (const channel of channels) ipcMain.removeHandler(channel)
  }
}

function serve<C extends DesktopChannel>(channel: C, origin: string, handler: ChannelHandler<C>): void {
  ipcMain.handle(channel, (event: IpcMainInvokeEvent, argument: unknown) => {
    const frame = event.senderFrame
    if (!frame || frame.parent !== null || !isSameOrigin(frame.url, origin)) {
      throw new IpcRefusedError(channel, 'the sender is not our page')
    }
    if (!handler.check(argument)) throw new IpcRefusedError(channel, 'the argument has the wrong shape')
    return handler.answer(argument)
  })
}
