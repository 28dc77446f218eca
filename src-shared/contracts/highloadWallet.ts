import { type ContractDefinition, method, query } from './contractDefinition.ts'
import {
  bits256,
  bits512,
  hashmapE,
  message,
  outList,
  record,
  ref,
  rest,
  u8,
  u32,
  u64,
  uint,
  whole,
} from './layout.ts'
import { SENDING } from './wallets.ts'

const HIGHLOAD_V1 = 'wallet.highload.v1.accountState'
const HIGHLOAD_V2 = 'wallet.highload.v2.accountState'

const v1Storage = record(undefined, { seqno: u32, wallet_id: u32, public_key: bits256 })
const v2Storage = record(undefined, {
  wallet_id: u32,
  last_cleaned: u64,
  public_key: bits256,
  old_queries: hashmapE(64, rest),
})
const v3Storage = record(undefined, {
  public_key: bits256,
  wallet_id: u32,
  old_queries: hashmapE(13, rest),
  queries: hashmapE(13, rest),
  last_clean_time: u64,
  timeout: uint(22),
})

const queryId = record('query_id', { shift: uint(13), bit_number: uint(10) })

/** Highload wallets v1 to v3, which send many messages at once. */
export const HIGHLOAD_WALLET: ContractDefinition = {
  name: 'highload wallet',
  interfaces: [
    {
      name: 'wallet_highload_v1r1',
      codes: [
        {
          hash: '2M27t58sXKpnesRQdwvgNRviHhJQSG3oXMUqoz3RZIQ=',
          title: 'highload wallet v1 r1',
          methods: ['seqno'],
          storage: v1Storage,
          tonlib: { kind: HIGHLOAD_V1, revision: 1 },
        },
      ],
    },
    {
      // toncenter's index and tonlib use different codes for this revision, as for v2 r2.
      name: 'wallet_highload_v1r2',
      codes: [
        {
          hash: 'Dc7tISadZgE+lbGfu1xVpvAa2tQIN7qo5SHN46AqpGw=',
          title: 'highload wallet v1 r2',
          methods: [],
          storage: v1Storage,
        },
      ],
    },
    {
      name: 'wallet_highload_v2',
      codes: [
        {
          hash: 'lJTRzI7fEvBWcaGpugmSEJbrUIEeGSTsZcPGKfu4CBI=',
          title: 'highload wallet v2',
          methods: ['get_public_key'],
          storage: v2Storage,
          tonlib: { kind: HIGHLOAD_V2, revision: -1 },
        },
      ],
      methods: ['get_public_key'],
    },
    {
      name: 'wallet_highload_v2r1',
      codes: [
        {
          hash: 'jOtFs81LXMYOquHBO5wJI5Jnf+U2sumy2AG2Lv+TH+E=',
          title: 'highload wallet v2 r1',
          methods: [],
          storage: v2Storage,
          tonlib: { kind: HIGHLOAD_V2, revision: 1 },
        },
      ],
    },
    {
      name: 'wallet_highload_v2r2',
      codes: [
        {
          hash: 'ID3U81ittJmTEpqpJcrDmRa2ig5PeNJujywraer6Vnk=',
          title: 'highload wallet v2 r2',
          methods: [],
          storage: v2Storage,
        },
      ],
    },
    {
      name: 'wallet_highload_v3r1',
      codes: [
        {
          hash: 'EayteVWEQJDyg78ji8FEmHH3g+fMCXlAjT9IWUg+hSU=',
          title: 'highload wallet v3',
          methods: ['get_public_key', 'get_subwallet_id', 'get_last_clean_time', 'get_timeout', 'processed?'],
          storage: v3Storage,
        },
      ],
      methods: ['get_public_key', 'get_subwallet_id', 'get_timeout'],
    },
  ],
  codes: [
    {
      hash: 'CrH/k6nnnA3v9EBdja1rWsn4wBsvHry0JZ/rnpg4AJk=',
      title: 'highload wallet v1',
      storage: v1Storage,
      tonlib: { kind: HIGHLOAD_V1, revision: -1 },
    },
    {
      hash: 'NowDly5fTCRBK4GGUt4d4qJjDRwBFgmZnf90X7NoSa0=',
      title: 'highload wallet v1 r2',
      methods: ['seqno', 'get_public_key'],
      storage: v1Storage,
      tonlib: { kind: HIGHLOAD_V1, revision: 2 },
    },
    {
      hash: 'CzqIeurNKn1Au1VQvJJTFWoCkGWu+21rWDc11Y2p1b4=',
      title: 'highload wallet v2 r2',
      methods: ['processed?', 'get_public_key'],
      storage: v2Storage,
      tonlib: { kind: HIGHLOAD_V2, revision: 2 },
    },
  ],
  methods: [
    method('processed?', { query_id: 'number', need_clean: 'bool' }, { processed: 'bool' }),
    method('get_timeout', {}, { timeout: 'number' }),
    method('get_last_clean_time', {}, { 'last clean time': 'number' }),
  ],
  messages: [query('highload_v3_internal_request', 0xae42e5a4, { actions: ref(outList) })],
  signedBodies: [
    {
      sizes: [{ bits: 512, minReferences: 1, maxReferences: 1 }],
      layout: record('highload_wallet_signed_v3', {
        signature: bits512,
        msg: ref(
          whole(
            record('msg_inner', {
              subwallet_id: u32,
              message_to_send: ref(message),
              send_mode: u8,
              query_id: queryId,
              created_at: u64,
              timeout: uint(22),
            }),
          ),
        ),
      }),
    },
    // Highload v1 has the same bits (its query id is valid_until and seqno), so its bodies also match this layout.
    {
      sizes: [{ bits: 609, maxReferences: 1 }],
      layout: record('highload_wallet_signed_v2', {
        signature: bits512,
        subwallet_id: u32,
        query_id: u64,
        payload: hashmapE(16, SENDING),
      }),
    },
  ],
}
