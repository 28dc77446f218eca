import { encodeError } from '../../platform/rpc/errorTransfer.ts'
import { serveThread, type ThreadTools } from '../../platform/rpc/serveThread.ts'
import { devnetErrorOf, withDevnetErrors } from './devnetErrors.ts'
import { DevnetNode } from './devnetNode.ts'
import type { DevnetArguments, DevnetContract, DevnetMethod } from './threadMessages.ts'

const MAX_RELEASE_MS = 30_000

/** The entry of a devnet's thread: see startDevnet. */
serveThread<DevnetContract>(async (tools) => {
  const node = await withDevnetErrors(() => openNode(tools))

  function method<M extends DevnetMethod>(name: M): DevnetContract['methods'][M] {
    // TypeScript does not relate the parameters of one method of a union to their own type.
    const run = node[name].bind(node) as (
      ...args: DevnetArguments<M>
    ) => ReturnType<DevnetContract['methods'][M]>
    return ((args) => withDevnetErrors(() => run(...args))) as DevnetContract['methods'][M]
  }

  return {
    ready: { endpoint: node.endpoint(), readOnlyReason: node.readOnlyReason() },
    methods: {
      status: method('status'),
      faucet: method('faucet'),
      step: method('step'),
      keyBlock: method('keyBlock'),
      setTime: method('setTime'),
      settings: method('settings'),
      exampleMessages: method('exampleMessages'),
      saveSnapshot: method('saveSnapshot'),
      restoreSnapshot: method('restoreSnapshot'),
      deleteSnapshot: method('deleteSnapshot'),
      reset: method('reset'),
    },
    close: () => withDevnetErrors(() => node.close()),
  }
})

function openNode({ options, host, notify, fail }: ThreadTools<DevnetContract>): Promise<DevnetNode> {
  return DevnetNode.open(options, {
    onTrouble: (error) => notify('trouble', encodeError(devnetErrorOf(error))),
    onReplacing: () =>
      host
        .call('release', undefined, { timeoutMs: MAX_RELEASE_MS })
        // A chain is replaced even if it is still used.
        .catch(() => undefined),
    onReplaced: (endpoint) => notify('replaced', endpoint),
    onHead: (seqno) => notify('head', seqno),
    onNotice: (line) => notify('notice', line),
    onFatal: (error) => fail(devnetErrorOf(error)),
  })
}
