import { useState } from 'react'
import { imageSource } from '../decode/imageSource.ts'
import { classNames } from './classNames.ts'
import { Identicon } from './Identicon.tsx'
import styles from './TokenImage.module.css'

type TokenImageProps = {
  /** The account whose picture takes its place. */
  readonly address: string
  /** As the token states it. */
  readonly image: string | undefined
  /** Pixels; the box has this size from the first paint on. `fill` takes the width that there is, square. */
  readonly size: number | 'fill'
}

/** The picture of a token, from our own origin; the account's own where there is none or it can't be loaded. */
export function TokenImage({ address, image, size }: TokenImageProps) {
  const source = imageSource(image, location.origin)
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
