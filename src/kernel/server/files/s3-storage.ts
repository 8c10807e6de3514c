import { Readable } from 'node:stream'
import type { S3mini } from 's3mini'
import type { Config } from '#/kernel/server/config.ts'
import type { Storage } from './storage.ts'

type S3Settings = Pick<
  Config,
  | 'S3_ENDPOINT'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
>

/** Gives up on a hanging store; the uploader is told to try again. */
const patienceMs = 10_000

export function openS3Storage(settings: S3Settings, pageSize = 1_000): Storage {
  let connecting: Promise<S3mini> | undefined
  // Loaded with the first file, so that other processes don't pay for it.
  const connect = () =>
    (connecting ??= import('s3mini').then(
      ({ S3mini }) =>
        new S3mini({
          endpoint: bucketAddress(settings),
          region: settings.S3_REGION,
          accessKeyId: settings.S3_ACCESS_KEY_ID!,
          secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
          requestAbortTimeout: patienceMs,
        }),
    ))

  return {
    async write(name, content, contentType) {
      const bucket = await connect()
      await bucket.putObject(name, content, contentType)
    },

    async read(name) {
      const bucket = await connect()
      const response = await bucket.getObjectResponse(name)
      if (!response?.body) return undefined
      // The time limit is for the store alone: files are small, and readers may be slow.
      const content = Buffer.from(await response.arrayBuffer())
      return { bytes: content.length, content: Readable.from(content) }
    },

    async remove(names) {
      if (names.length === 0) return
      const bucket = await connect()
      const removed = await bucket.deleteObjects(names)
      if (removed.includes(false)) throw new Error('The bucket kept files that were to be removed')
    },

    async *list() {
      const bucket = await connect()
      let next: string | undefined
      do {
        const page = await bucket.listObjectsPaged('/', '', pageSize, next)
        yield (page?.objects ?? []).map(({ Key, LastModified }) => ({
          name: Key,
          changedAt: new Date(LastModified),
        }))
        next = page?.nextContinuationToken
      } while (next)
    },
  }
}

/** Returns `https://bucket.host`, or `https://host/bucket` if the store doesn't use bucket names as hosts. */
function bucketAddress({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_FORCE_PATH_STYLE }: S3Settings): string {
  const address = new URL(S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`)
  if (S3_FORCE_PATH_STYLE) address.pathname = `${address.pathname.replace(/\/$/, '')}/${S3_BUCKET}`
  else address.host = `${S3_BUCKET}.${address.host}`
  return address.href
}
