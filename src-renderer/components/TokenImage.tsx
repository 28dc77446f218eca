import { useState } from 'react'
import { base } from '../api/base.ts'
import { imageSource } from '../decode/imageSource.ts'
import { classNames } from './classNames.ts'
import { Identicon } from './Identicon.tsx'
import styles from './TokenImage.module.css'

type TokenImageProps = {
  /** The account whose identicon is the substitute. */
  readonly address: string
  /** The image's URL in the token's metadata. */
  readonly image: string | undefined
  /** Size in pixels, from the first paint on. `fill` means a square of the available width. */
  readonly size: number | 'fill'
}

/**
 * The image of a token from the page's own origin, or the account's identicon if the image is missing or cannot
 * be loaded.
 */
export function TokenImage({ address, image, size }: TokenImageProps) {
  const source = imageSource(image, base)
  const [failed, setFailed] = useState<string | undefined>()
  const isShown = source !== undefined && failed !== source
  const pixels = size === 'fill' ? undefined : size
  return (
    <span
      className={classNames(styles.box, size === 'fill' && styles.fill)}
      style={pixels === undefined ? undefined : { width: pixels, height: pixels }}
    >
      {isShown ? (
        <img
          className={styles.image}
          src={source}
          alt=""
          width={pixels ?? 320}
          height={pixels ?? 320}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(source)}
        />
      ) : (
        <Identicon address={address} size={pixels ?? 96} />
      )}
    </span>
  )
}
