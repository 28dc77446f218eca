import { useEffect, useRef } from 'react'
import { GraphPicture } from '../GraphPicture.tsx'
import type { Bounds, Layout } from '../layout.ts'
import styles from './ExportedPicture.module.css'
import { svgText } from './svgText.ts'

type ExportedPictureProps = {
  readonly layout: Layout
  /** Called with the drawing as a file of its own. */
  readonly onDrawn: (svg: string, bounds: Bounds) => void
}

function ignore(): void {}

/** Draws the whole graph out of sight, once, to save it. */
export function ExportedPicture({ layout, onDrawn }: ExportedPictureProps) {
  const drawing = useRef<SVGSVGElement>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  const { items, bounds } = layout
  useEffect(() => {
    const svg = drawing.current
    if (svg) drawn.current(svgText(svg, bounds, getComputedStyle(svg).backgroundColor), bounds)
  }, [bounds])
  return (
    <svg ref={drawing} className={styles.drawing} aria-hidden="true">
      <GraphPicture
        items={items}
        visible={{ nodes: items, edges: items }}
        current={undefined}
        hovered={undefined}
        lit={undefined}
        onPress={ignore}
        onOpen={ignore}
        onHover={ignore}
      />
    </svg>
  )
}
