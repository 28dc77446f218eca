export function signaturesOfProof(_s: string, _d: Buffer): undefined { return undefined }
