/** Where a liteserver listens and the Ed25519 key (32 bytes) it must prove to have. */
export type LiteServerAddress = {
  readonly host: string
  readonly port: number
  readonly publicKey: Buffer
}

/** An open connection as the pool uses it: AdnlConnection is one. */
export type LiteConnection = {
  /** One ADNL query; rejects when the connection closes. Nothing is ever sent twice. */
  query(
    data: Buffer,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ): Promise<Buffer>
  close(): void
  readonly closed: boolean
  onClose(callback: () => void): void
}

/** Connects to a liteserver. Rejects if that fails, takes longer than `timeoutMs` or is aborted. */
export type ConnectLiteServer = (
  server: LiteServerAddress & { readonly signal?: AbortSignal; readonly timeoutMs?: number },
) => Promise<LiteConnection>
