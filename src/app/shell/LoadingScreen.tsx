import css from './LoadingScreen.module.css'

/** The whole window, while the application itself arrives. */
export function LoadingScreen() {
  return (
    <div className={css.screen} role="status">
      <span className={css.spinner} aria-hidden="true" />
      <span>Loading</span>
    </div>
  )
}
