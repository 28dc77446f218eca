import type { Cell } from '@ton/core'
import { codeCell } from './codeCell.ts'

// The build of ton-blockchain/vesting-contract in the npm package tonweb 0.0.66 (MIT;
// src/contract/lockup/VestingWalletV1.js). Hash of the code:
// b48b531abec3b714638291f7d77ed6dc9f6a2729efca20477137374d4ae8b590

const CODE = [
  'te6cckECHAEAA/sAART/APSkE/S88sgLAQIBIAMCA7jygwjXGCDTH9Mf0x8C+CO78mTtRNDTH9Mf0/8wWrryoVAzuvKiAvkBQDP5EPKj+A',
  'DbPCDXSsABjpntRO1F7UeRW+1n7WXtZI6C2zztQe3xAfL/kTDi+EGk+GHbPBsUEwIBSBEEAgEgCAUCASAHBgINuYRts82zyBsaASm6Ri2z',
  'z4RfhG+Ef4SPhJ+Er4S/hEgbAgEgDgkCAWINCgIBagwLAS+ix2zz6RAHIygfL/8nQ+ESBAQj0Cm+hMYbAA+iX7UTQ1wsfgFLrTRtnjb8Ik',
  'cNQICEekk30pkQzmkD6f+YN4EoAbeBAUiYcVnzGEAbAgFuEA8AGa8d9qJoQBBrkOuFj8AAGa3OdqJoQCBrkOuF/8ADrNBsIiDXScFgkVvg',
  'AdDTAwFxsJFb4PpAMNs8AdMf0z/4S1JAxwUjghCnczrNurCOpGwS2zyCEPdzOs0BcIAYyMsFUATPFiP6AhPLassfyz/JgED7AOMOGxQSAc',
  '74SlJAxwUDghByWKabuhOwjtGOLAH6QH/IygAC+kQByMoHy//J0PhEECOBAQj0QfhkINdKwgAglQHUMNAB3rMS5oIQ8limmzJwgBjIywVQ',
  'BM8WI/oCE8tqyx/LP8mAQPsA2zySXwPiEwBm+Ej4R/hG+EXIyz/LH8sfyx/4SfoC+ErPFvhLzxbJ+ET4Q/hC+EHIyx/LH8v/9ADMye1UAl',
  'zTB9TR+CPbPCDCAI6bIsAD8uBkIdDTA/pAMfpA+EpSIMcFs5JfBOMNkTDiAfsAGhUD+iH6RAHIygfL/8nQ+ESBAQj0Cm+hMY9fMwFysMAC',
  '8uBlAfoAMXHXIfoAMfoAMdM/MdMfMdMAAcAA8uBm0wABk9Qw0N4hcds8jiox0x8wIIIQTnN0S7ohghBHZXQkurEhghBWdENwurEBghBWb3',
  'RlurHy4GfjDnCSXwPiIMIAGRcWAA6TcvsCkTDiAuoBcNs8jm0g10nCAI5j0x8hwAAigwu6sSKBEAG6sSKCEEfVQ5G6sSKCEFlfB7y6sSKC',
  'EGn7MGy6sSKCEFZvdGW6sSKCEFZ0Q3C6sfLgZwHAACHXScIAsI4V0wcwIMBkIcB3sSHARLEBwFex8uBokTDikTDi4w0ZGAAa0x8wghBWb3',
  'RluvLgZwBEAfpEAcP/kltw4AH4MyBukltw4NAg10mDB7mSW3Dg1wv/ugBg+EX4RqBSELySMHDg+EX4SKBSELmTMPhJ4PhJ+En4RROh+Eep',
  'BPhG+EepBBAjqYShAH7tRNDTHwH4YdMfAfhi0/8B+GP0BAH4ZNQB0NM/Afhl0x8B+GbTHwH4Z9MfAfho+gAB+Gn6QAH4avpAAfhr0dEKIM',
  'an',
]

/** The code of the vesting wallet. */
export function vestingWalletCode(): Cell {
  return codeCell(CODE)
}
