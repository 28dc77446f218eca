import { body, type ContractDefinition, codes } from './contractDefinition.ts'
import { bits256, u8, u32, u128 } from './layout.ts'

/** Givers of coins for a proof of work. */
export const POW_GIVER: ContractDefinition = {
  name: 'proof-of-work giver',
  interfaces: [
    {
      name: 'gram_miner',
      codes: codes('zK5v+2A8fT53mrWewmf/wi3B6+CvmDmQIomnqD5MAPE='),
      methods: ['get_pow_params'],
    },
  ],
  messages: [
    body('gram_submit_proof_of_work', 0x4d696e65, {
      flags: u8,
      expire: u32,
      whom: bits256,
      rdata1: bits256,
      rseed: u128,
      rdata2: bits256,
    }),
  ],
}
