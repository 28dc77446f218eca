import type { Bounds } from '../layout.ts'

/** Pixels of the picture for one of the drawing. */
const SCALE = 2
/** Maximum length of a side and maximum area of a canvas in Chromium, in pixels. */
const MAX_SIDE = 16_384
const MAX_AREA = 128_000_000

function scaleOf({ width, height }: Bounds): number {
  return Math.min(SCALE, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_AREA / (width * height)))
}

function load(source: string): Promise<HTMLImageElement> {
  const { promise, resolve, reject } = Promise.withResolvers<HTMLImageElement>()
  const image = new Image()
  image.onload = () => resolve(image)
  image.onerror = () => reject(new Error('the picture cannot be drawn'))
  image.src = source
  return promise
}

/**
 * Draws an SVG file as PNG, with two pixels for one, or fewer if the picture would be too large for the browser.
 * @param svg the file's text
 */
export async function pngOf(svg: string, bounds: Bounds): Promise<Blob> {
  // Not a blob's URL, which the content security policy does not allow as an image.
  const image = await load(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
  const scale = scaleOf(bounds)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(bounds.width * scale)
  canvas.height = Math.ceil(bounds.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, 'image/png')
  const file = await promise
  if (!file) throw new Error('the picture is too large for this browser')
  return file
}
