import css from './PagePlaceholder.module.css'

/** The outline of a page, while the page itself arrives. */
export function PagePlaceholder() {
  return (
    <div className={css.page} role="status" aria-label="Loading">
      <div className={css.title} />
      <div className={css.line} />
      <div className={css.cards}>
        <div />
        <div />
        <div />
      </div>
    </div>
  )
}
