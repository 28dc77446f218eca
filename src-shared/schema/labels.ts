import { z } from 'zod'
import { MAX_LABEL_CHANGES, MAX_LABEL_NAME, MAX_LABEL_NOTE } from '../labelLimits.ts'
import { parseAddress } from '../ton/address.ts'

/**
 * `/api/tonscope/labels`: the user's own names of accounts and notes about them, of one network, kept in its data folder.
 * In v2's envelope. GET returns all; PUT sets and removes some. Not part of toncenter's API.
 */

export const LABELS_PATH = '/api/tonscope/labels'

/** Maximum number of labels of a network. */
export const MAX_LABELS = 10_000

const address = z.string().refine((text) => parseAddress(text) !== undefined, 'is not an address')

export const labelChange = z
  .strictObject({
    address: address.meta({ description: 'An address in any form' }),
    name: z.string().trim().min(1).max(MAX_LABEL_NAME).nullable().meta({
      description: 'Shown in place of the address; null removes the label with its note',
    }),
    note: z.string().trim().max(MAX_LABEL_NOTE).optional().meta({
      description: 'About the account; absent: the present one',
    }),
  })
  .meta({ id: 'tonscope.labelChange' })
/** A label to be set or removed. */
export type LabelChange = z.infer<typeof labelChange>

export const labelsChange = z.strictObject({ labels: z.array(labelChange).max(MAX_LABEL_CHANGES) })
/** The body of a change: all of its labels are set, or none. */
export type LabelsChange = z.infer<typeof labelsChange>

export const storedLabel = z.strictObject({
  address: address.meta({ description: 'Raw form' }),
  name: z.string().min(1).max(MAX_LABEL_NAME),
  note: z.string().max(MAX_LABEL_NOTE),
})
/** A label as it is stored; an empty note for none. */
export type AccountLabel = z.infer<typeof storedLabel>

/** The answer's result: all labels in the order in which they were first set. */
export type AccountLabels = { readonly labels: readonly AccountLabel[] }
