import { required } from '../parameter.ts'
import { metadata as metadataSchema } from './common.ts'
import { addressTexts } from './kinds.ts'
import { defineV3Operation } from './operation.ts'

/** Metadata of tokens: compatibility-v3 §6.4. */
export const metadata = defineV3Operation({
  name: 'metadata',
  category: 'accounts',
  summary: 'Names, symbols and images of jettons, NFTs and collections, by raw address',
  description: 'Accounts that are none of these are left out. A jetton wallet also brings its master.',
  parameters: {
    address: required(addressTexts, {
      description: 'Addresses in any form',
      missing: 'at least 1 address required',
    }),
  },
  result: metadataSchema,
})
