import { useUpload } from '#/kernel/web/uploads.ts'
import css from './UploadLine.module.css'

/** Shows how much of these files has been sent, while they are being sent. */
export function UploadLine({ files }: { files: readonly File[] }) {
  const upload = useUpload(files)
  const bytes = upload?.files.reduce((sum, file) => sum + file.size, 0) ?? 0
  return (
    <>
      {/* Is there before it has words, so that screen readers notice them; the numbers would be read too often. */}
      <p role="status" className={css.status}>
        {upload ? 'Uploading' : ''}
      </p>
      {upload && (
        <div className={css.line}>
          <progress aria-label="Upload" value={upload.share} max={1} />
          <span className="tabular">
            {upload.share < 1
              ? `${megabytes(bytes * upload.share)} of ${megabytes(bytes)} MB`
              : 'Checking...'}
          </span>
        </div>
      )}
    </>
  )
}

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
