import css from './LoadingScreen.module.css'

/** Fills the window while the application loads. The first paint waits for its `main`. */
export function LoadingScreen() {
  return (
    <main id="main">
      <div className={css.screen} role="status">
        <span className={css.spinner} aria-hidden="true" />
        <span>Loading</span>
      </div>
    </main>
  )
}
