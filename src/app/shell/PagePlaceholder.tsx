import css from './PagePlaceholder.module.css'

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
