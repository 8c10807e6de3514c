import { useState } from 'react'
import css from './Bio.module.css'

/** About as much as fits into a card's three lines. */
const SHORT = 130

/** Shows three lines of a provider's bio, and the rest on demand. */
export function Bio({ text, of }: { text: string; of: string }) {
  const [open, setOpen] = useState(false)
  const long = text.length > SHORT
  return (
    <div>
      <p className={long && !open ? css.short : css.text}>{text}</p>
      {long && (
        <button
          type="button"
          className={css.more}
          aria-expanded={open}
          aria-label={`${open ? 'Show less' : 'Read more'} about ${of}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Read more'}
        </button>
      )}
    </div>
  )
}
