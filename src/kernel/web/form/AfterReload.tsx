import css from './form.module.css'

type Props = { of: { files: boolean } | undefined; files: string }

/** Tells after a reload that the input is still there, and which files have to be chosen again. */
export function AfterReload({ of, files }: Props) {
  return (
    of && (
      <p role="status" className={css.kept}>
        What you filled in is still here.{of.files && ` Please choose the ${files} again.`}
      </p>
    )
  )
}
