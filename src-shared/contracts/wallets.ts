import {
  body,
  type CodeFacts,
  type ContractDefinition,
  method,
  query,
  type TonlibFacts,
  type WalletLayout,
} from './contractDefinition.ts'
import {
  addressInt,
  bits256,
  bits512,
  bool,
  cell,
  coins,
  currencies,
  hashmapE,
  i8,
  i32,
  type Layout,
  lazy,
  maybe,
  maybeRef,
  message,
  oneOfOpcodes,
  outList,
  type RecordLayout,
  record,
  ref,
  stateInit,
  u8,
  u32,
  u64,
  uint,
} from './layout.ts'

// W5 (wallet v5 r1): actions as an OutList, then a separate chain of extended actions.

const extendedAction = oneOfOpcodes({
  '02': record('add_extension', { addr: addressInt }),
  '03': record('delete_extension', { addr: addressInt }),
  '04': record('set_signature_auth_allowed', { allowed: bool }),
})

// After the last action the request's own fields follow in the same cell; the next action is in a reference.
const extendedActions: Layout = lazy(() => ({
  kind: 'ifReferences',
  some: record('extended_list_action', { action: extendedAction, prev: ref(extendedActions) }),
  none: record('extended_list_last', { action: extendedAction }),
}))

const w5Actions = record('w5_actions_request', {
  out_actions: maybeRef(outList),
  extended_actions: maybe(extendedActions),
})
const w5Signed = record('w5_signed_request', {
  wallet_id: u32,
  valid_until: u32,
  msg_seqno: u32,
  inner: w5Actions,
  signature: bits512,
})

/** A message with its send mode. */
export const SENDING = record(undefined, { mode: u8, msg: ref(message) })
/** One message for each reference; the bits of the cell are the modes in the same order. */
const messages: Layout = { kind: 'perReference', name: 'msgs', fieldName: 'msg', value: SENDING }

const plugin = { plugin_workchain: i8, plugin_address: bits256, amount: coins, query_id: u64 }
const walletV4Op = oneOfOpcodes({
  '00': record('simple_send', { msgs: messages }),
  '01': record('w4_deploy_install_plugin', {
    plugin_workchain: i8,
    plugin_balance: coins,
    state_init: ref(stateInit),
    body: cell,
  }),
  '02': record('w4_install_plugin', plugin),
  '03': record('remove_plugin', plugin),
})

const dated = { signature: bits512, subwallet_id: u32, valid_until: u32, msg_seqno: u32 }

const SIGNATURE_BITS = 512
/** The bits of `dated`. */
const DATED_BITS = SIGNATURE_BITS + 3 * 32
const TAG_BITS = 8
/** The bits of the smallest operation on a plugin, without its tag. */
const PLUGIN_BITS = 12
const MODE_BITS = 8

const seqnoStorage = record(undefined, { seqno: u32, public_key: bits256 })
const idStorage = record(undefined, { seqno: u32, wallet_id: u32, public_key: bits256 })
const v4Storage = record(undefined, {
  ...idStorage.fields,
  // Keys: workchain (8 bits) and account of the plugin.
  plugins: hashmapE(264, record(undefined, {})),
})
const extensions = hashmapE(256, bool)
const v5BetaStorage = record(undefined, {
  seqno: uint(33),
  network_global_id: i32,
  workchain: i8,
  wallet_version: u8,
  subwallet_number: u32,
  public_key: bits256,
  extensions,
})
const v5Storage = record(undefined, {
  is_signature_allowed: bool,
  seqno: u32,
  wallet_id: u32,
  public_key: bits256,
  extensions,
})

type WalletCode = {
  readonly title: string
  readonly hash: string
  readonly layout: WalletLayout
  readonly storage: RecordLayout
  readonly methods: readonly string[]
  readonly tonlib?: TonlibFacts
}

/** Returns a code that the wallet operations of v2 and v3 recognise under its title. */
function walletCode({ title, layout, ...code }: WalletCode): readonly CodeFacts[] {
  return [{ ...code, title, wallet: { type: title, layout } }]
}

const V4_METHODS = ['seqno', 'get_public_key', 'get_subwallet_id', 'is_plugin_installed', 'get_plugin_list']
const WALLET_V3 = 'wallet.v3.accountState'

/** Wallets v1 to v5. */
export const WALLETS: ContractDefinition = {
  name: 'wallet',
  interfaces: [
    {
      name: 'wallet_v1r1',
      codes: walletCode({
        title: 'wallet v1 r1',
        hash: 'oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how=',
        layout: 'seqno',
        storage: seqnoStorage,
        methods: [],
      }),
    },
    {
      name: 'wallet_v1r2',
      codes: walletCode({
        title: 'wallet v1 r2',
        hash: '1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw=',
        layout: 'seqno',
        storage: seqnoStorage,
        methods: ['seqno'],
      }),
      methods: ['seqno'],
    },
    {
      name: 'wallet_v1r3',
      codes: walletCode({
        title: 'wallet v1 r3',
        hash: 'WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8=',
        layout: 'seqno',
        storage: seqnoStorage,
        methods: ['seqno', 'get_public_key'],
      }),
      methods: ['seqno', 'get_public_key'],
    },
    {
      name: 'wallet_v2r1',
      codes: walletCode({
        title: 'wallet v2 r1',
        hash: 'XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk=',
        layout: 'seqno',
        storage: seqnoStorage,
        methods: ['seqno'],
      }),
      methods: ['seqno'],
    },
    {
      name: 'wallet_v2r2',
      codes: walletCode({
        title: 'wallet v2 r2',
        hash: '/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E=',
        layout: 'seqno',
        storage: seqnoStorage,
        methods: ['seqno', 'get_public_key'],
      }),
      methods: ['seqno', 'get_public_key'],
    },
    {
      name: 'wallet_v3r1',
      codes: walletCode({
        title: 'wallet v3 r1',
        hash: 'thBBpYp5gLlG6PueGY48kE0keZ/6NldOpCUcQaVm9YE=',
        layout: 'seqno-id',
        storage: idStorage,
        methods: ['seqno'],
        tonlib: { kind: WALLET_V3, revision: 1 },
      }),
      methods: ['seqno'],
    },
    {
      name: 'wallet_v3r2',
      codes: walletCode({
        title: 'wallet v3 r2',
        hash: 'hNr6RJ+Ypph3ibojI1gHK8D3bcRSQAKl0JGLmnXS1Zk=',
        layout: 'seqno-id',
        storage: idStorage,
        methods: ['seqno', 'get_public_key'],
        tonlib: { kind: WALLET_V3, revision: 2 },
      }),
      methods: ['seqno', 'get_public_key'],
    },
    {
      name: 'wallet_v4r1',
      codes: walletCode({
        title: 'wallet v4 r1',
        hash: 'ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0=',
        layout: 'seqno-id',
        storage: v4Storage,
        methods: V4_METHODS,
      }),
      methods: V4_METHODS,
    },
    {
      name: 'wallet_v4r2',
      codes: walletCode({
        title: 'wallet v4 r2',
        hash: '/rX/aCDi/w2Ug+fg1iyBfYRniftK5YDIeIZtlZ2r1cA=',
        layout: 'seqno-id',
        storage: v4Storage,
        methods: V4_METHODS,
        tonlib: { kind: 'wallet.v4.accountState', revision: 2 },
      }),
      methods: V4_METHODS,
    },
    {
      name: 'wallet_v5_beta',
      codes: [
        // A library reference. v2 and v3 read its storage as that of v5 r1 (compatibility-v2 §3.3).
        ...walletCode({
          title: 'wallet v5 beta',
          hash: '89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M=',
          layout: 'v5',
          storage: v5BetaStorage,
          methods: ['seqno'],
        }),
        // The library.
        {
          title: 'wallet v5 beta',
          hash: '5M87L0xtamHqDytUR9JmeFsmrzY32y3u5rzRqoJvNBI=',
          storage: v5BetaStorage,
          methods: ['seqno'],
        },
      ],
      methods: ['seqno'],
    },
    {
      name: 'wallet_v5r1',
      codes: walletCode({
        title: 'wallet v5 r1',
        hash: 'IINLe3KxEhR+Gy+0V7hOdNGjDwT3N9T2KmaOlVLSty8=',
        layout: 'v5',
        storage: v5Storage,
        methods: ['seqno', 'get_public_key', 'get_subwallet_id', 'is_signature_allowed', 'get_extensions'],
      }),
      methods: ['seqno', 'get_public_key', 'get_subwallet_id', 'get_extensions', 'is_signature_allowed'],
    },
  ],
  methods: [
    method('seqno', {}, { seqno: 'number' }),
    method('get_public_key', {}, { 'public key': 'number' }),
    method('get_subwallet_id', {}, { 'wallet id': 'number' }),
    method('get_wallet_id', {}, { 'wallet id': 'number' }),
    method('is_plugin_installed', { workchain: 'number', hash: 'number' }, { installed: 'bool' }),
    method('get_plugin_list', {}, { plugins: 'list' }),
    method('is_signature_allowed', {}, { allowed: 'bool' }),
    method('get_extensions', {}, { extensions: 'cell?' }),
  ],
  messages: [
    {
      ...body('w5_external_signed_request', 0x7369676e, { request: w5Signed }),
      title: 'wallet signed request',
    },
    {
      ...body('w5_internal_signed_request', 0x73696e74, { request: w5Signed }),
      title: 'wallet signed request',
    },
    {
      ...query('w5_extension_action_request', 0x6578746e, { request: w5Actions }),
      title: 'wallet extension request',
    },
    {
      ...query('wallet_plugin_installation_notification', 0x6e6f7465),
      title: 'wallet plugin notification',
    },
    { ...query('wallet_plugin_destruct', 0x64737472), title: 'wallet plugin removal' },
    query('wallet_plugin_destruct_response', 0xe4737472),
    { ...query('payment_request', 0x706c7567, { amount: currencies }), title: 'wallet plugin request' },
    query('payment_confirmed', 0xf06c7567),
  ],
  signedBodies: [
    {
      sizes: [
        { bits: DATED_BITS + TAG_BITS, bitsPerReference: MODE_BITS },
        { minBits: DATED_BITS + TAG_BITS + PLUGIN_BITS },
      ],
      layout: record('wallet_signed_v4', { ...dated, op: walletV4Op }),
    },
    {
      sizes: [{ bits: DATED_BITS, bitsPerReference: MODE_BITS }],
      layout: record('wallet_signed_v3', { ...dated, msgs: messages }),
    },
    {
      sizes: [{ bits: SIGNATURE_BITS + 2 * 32, bitsPerReference: MODE_BITS }],
      layout: record('wallet_signed_v2', {
        signature: bits512,
        msg_seqno: u32,
        valid_until: u32,
        msgs: messages,
      }),
    },
    {
      sizes: [{ bits: SIGNATURE_BITS + 32, bitsPerReference: MODE_BITS }],
      layout: record('wallet_signed_v1', { signature: bits512, msg_seqno: u32, msgs: messages }),
    },
  ],
}
