/** `896 bytes`, `12.4 KiB` */
export function formatBytes(count: number): string {
  if (count < 1024) return `${count} ${count === 1 ? 'byte' : 'bytes'}`
  const kib = count / 1024
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(1)} MiB`
}
