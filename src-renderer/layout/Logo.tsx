/** Tonscope's logo: a reticle on a point. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="none">
      <circle cx="16" cy="16" r="9.5" stroke="currentColor" strokeWidth="2.5" />
      <path
        d="M16 2.5v6.5M16 23v6.5M2.5 16H9M23 16h6.5"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="3" fill="currentColor" />
    </svg>
  )
}
