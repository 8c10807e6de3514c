import { Button } from '@mantine/core'
import { filesIn } from '#/kernel/web/uploads.ts'
import { UploadLine } from './UploadLine.tsx'

type Props<Input> = {
  upload: { isError: boolean; variables: Input | undefined; mutate(input: Input): void }
}

/** Shows the progress of a file that is sent as soon as it is chosen, and a retry if that failed. */
export function SingleUpload<Input>({ upload }: Props<Input>) {
  const { isError, variables, mutate } = upload
  const files = filesIn(variables)
  return (
    <>
      <UploadLine files={files} />
      {isError && variables && (
        <Button variant="subtle" onClick={() => mutate(variables)}>
          Retry {files[0]?.name}
        </Button>
      )}
    </>
  )
}
