import type { ContractDefinition } from './contractDefinition.ts'
import { bits256, bits512, outList, record, ref, u16, u64, whole } from './layout.ts'

/** The preprocessed wallet v2, which signs the list of actions itself. */
export const PREPROCESSED_WALLET: ContractDefinition = {
  name: 'preprocessed wallet',
  interfaces: [
    {
      name: 'wallet_preprocessed_v2',
      codes: [
        {
          hash: 'Reu86bXSNYhstr/hw62TtwjeBYJEiSNlye4N/kOct7U=',
          title: 'preprocessed wallet v2',
          methods: [],
          storage: record(undefined, { public_key: bits256, seqno: u16 }),
        },
      ],
    },
  ],
  signedBodies: [
    {
      sizes: [{ bits: 512, minReferences: 1, maxReferences: 1 }],
      layout: record('preprocessed_wallet_signed_v2', {
        signature: bits512,
        msg: ref(whole(record('msg_inner', { valid_until: u64, seq_no: u16, actions: ref(outList) }))),
      }),
    },
  ],
}
