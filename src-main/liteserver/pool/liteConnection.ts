/** The address of a liteserver, and the Ed25519 key (32 bytes) that it must prove to have. */
export type LiteServerAddress = {
  readonly host: string
  readonly port: number
  readonly publicKey: Buffer
}

/** The methods of an open connection that the pool uses: those of AdnlConnection. */
export type LiteConnection = {
  /** Sends one ADNL query; rejects if the connection closes. No query is ever sent twice. */
  query(
    data: Buffer,
    options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
  ): Promise<Buffer>
  close(): void
  readonly closed: boolean
  /** False until the server confirms the handshake of a connection that was opened eagerly. */
  readonly isConfirmed?: boolean
  onClose(callback: () => void): void
}

/**
 * Connects to a liteserver. Rejects if that fails, takes longer than `timeoutMs` or is aborted. `isEager`: queries may be
 * sent before the server confirms the handshake.
 */
export type ConnectLiteServer = (
  server: LiteServerAddress & {
    readonly signal?: AbortSignal
    readonly timeoutMs?: number
    readonly isEager?: boolean
  },
) => Promise<LiteConnection>
