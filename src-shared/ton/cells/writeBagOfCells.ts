import { bytesToHex } from '../base64.ts'
import { type Cell, completedData, descriptors } from './cell.ts'
import { type TreeForm, writeTree } from './writeBoc.ts'

const FORM: TreeForm<Cell, Uint8Array> = {
  keyOf: (cell) => bytesToHex(cell.hash()),
  byteLength: ({ data }) => data.length,
  write(file, at, cell) {
    file.set(descriptors(cell, cell.mask.value), at)
    file.set(completedData(cell), at + 2)
    return at + 2 + cell.data.length
  },
  allocate: (size) => new Uint8Array(size),
}

/** Writes a bag of one root without index and checksum. */
export function writeBagOfCells(root: Cell): Uint8Array {
  return writeTree(root, FORM)
}
