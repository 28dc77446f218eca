import { bytesToBase64 } from '#shared/ton/base64.ts'
import { cellTotals } from '#shared/ton/cells/cell.ts'
import { readCellText } from '../decode/readCell.ts'
import { cleanPaste, fieldsOf, percentDecoded, wholeForms, wordsOf } from './pastedText.ts'
import { readAnyField, readDistinct, readFields } from './readFields.ts'
import { readLink } from './readLink.ts'
import { type ParsedQuery, readPlain } from './readPlain.ts'

/** Reads a text that is one address, hash, block id, link or the like. */
function readWhole(text: string): ParsedQuery[] {
  const plain = readPlain(text)
  return plain.length > 0 ? plain : readLink(text)
}

/** Reads the first word of a sentence that is an address, a hash, a link or the like. */
function readWords(clean: string): ParsedQuery[] {
  for (const word of wordsOf(clean)) {
    const plain = readDistinct(word)
    const readings = plain.length > 0 ? plain : readLink(word)
    if (readings.length > 0) return readings
  }
  return []
}

/** The beginnings of the three kinds of bags of cells, in base64 and hexadecimal. */
const BAG = /^(?:te6cc|aP9l8|rMOnK|(?:0x)?(?:b5ee9c72|68ff65f3|acc3a728))/i
/** No shorter text is a bag of cells. */
const MIN_BAG = 16

/** Reads a bag of cells in base64 of either alphabet or hexadecimal; a text that begins like one can have a fault. */
function readBag(text: string): ParsedQuery | undefined {
  const joined = text.replace(/\s+/g, '')
  if (joined.length < MIN_BAG || !BAG.test(joined)) return undefined
  const reading = readCellText(percentDecoded(joined))
  if (reading.kind === 'cell') {
    return { kind: 'boc', boc: bytesToBase64(reading.bytes), cells: cellTotals(reading.cell).cells }
  }
  return reading.kind === 'fault'
    ? { kind: 'fault', sentence: `Wrong ${reading.layer}: ${reading.sentence}` }
    : undefined
}

/**
 * Returns the meanings of a text in the search box without any request, the most likely first. Reads addresses
 * in every form, hashes, bags of cells, opcodes, `lt:hash`, block ids in every notation, seqnos, times, names, links of explorers, APIs
 * and wallets, and all of these in quotes, JSON or a sentence, percent-encoded, broken into lines, or with
 * invisible characters. A text without a meaning can be the name of an account.
 */
export function readQuery(text: string): ParsedQuery[] {
  const bag = readBag(text)
  if (bag) return [bag]
  const clean = cleanPaste(text)
  if (clean === '') return []
  for (const form of wholeForms(clean)) {
    const readings = readWhole(form)
    if (readings.length > 0) return readings
  }
  const fields = fieldsOf(clean)
  for (const readings of [readFields(fields), readAnyField(fields)]) {
    if (readings.length > 0) return readings
  }
  return readWords(clean)
}
