import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { pictureTypes } from '#/kernel/pictures.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { FileButton } from '#/kernel/web/form/FileButton.tsx'
import field from '#/kernel/web/form/field.module.css'
import form from '#/kernel/web/form/form.module.css'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { photoProblem } from '#/kernel/web/form/photo-problem.ts'
import { UploadQueue } from '#/kernel/web/form/UploadQueue.tsx'
import { useUploadQueue } from '#/kernel/web/form/use-upload-queue.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { SitterProfile } from '#/sitting/contract.ts'
import { mostPhotos } from '#/sitting/rules.ts'
import { sittingText } from '#/sitting/text.ts'
import css from './HomePhotos.module.css'
import { sitting } from './sitting.ts'

export function HomePhotos() {
  const query = useQuery(sitting.query.profile.queryOptions())
  return (
    <Loaded query={query} what="photos">
      {(profile) =>
        profile ? (
          <Photos profile={profile} />
        ) : (
          <div className={form.form}>
            <p className={css.words}>Save your profile first. Then you can add photos of your home.</p>
          </div>
        )
      }
    </Loaded>
  )
}

function Photos({ profile: { photos } }: { profile: SitterProfile }) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const wordsId = useId()
  const refresh = () => queryClient.invalidateQueries({ queryKey: sitting.query.profile.key() })
  const onError = (error: Error) => setProblem(errorText(error, sittingText))
  const remove = useWrite(sitting.call.removePhoto, {
    onSuccess: async () => {
      await refresh()
      input.current?.focus()
    },
    onError,
  })

  const uploads = useUploadQueue({
    send: (photo, options) => sitting.call.addPhoto({ photo }, options),
    onSent: refresh,
    texts: sittingText,
    problemOf: photoProblem,
  })
  const room = mostPhotos - photos.length - uploads.awaited

  function choose(chosen: readonly File[]) {
    setProblem(uploads.add(chosen, room))
  }

  return (
    <section className={form.form} aria-label="Photos of your home">
      <p className={css.words}>Show where pets sleep, play and walk. Everyone can see these.</p>
      {photos.length > 0 && (
        <ul className={css.photos}>
          {photos.map((url, index) => (
            <li key={url}>
              <img
                src={url}
                alt={`Your home, ${index + 1} of ${photos.length}`}
                width={160}
                height={120}
                loading="lazy"
              />
              <Button
                variant="subtle"
                aria-label={`Remove photo ${index + 1}`}
                aria-disabled={remove.isPending}
                onClick={() => remove.mutate({ url })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <UploadQueue {...uploads} />
      {room > 0 && (
        <div>
          <FileButton
            ref={input}
            label={photos.length > 0 ? 'Add more photos' : 'Add photos of your home'}
            accept={pictureTypes}
            describedBy={wordsId}
            problem={Boolean(problem)}
            onChooseAll={choose}
          />
        </div>
      )}
      <div id={wordsId}>
        {problem ? (
          <p className={field.problem} role="alert">
            {problem}
          </p>
        ) : (
          <p className={field.hint}>
            JPG, PNG, WebP or HEIC, at most {mostPhotos}. We make large photos smaller.
          </p>
        )}
      </div>
    </section>
  )
}
