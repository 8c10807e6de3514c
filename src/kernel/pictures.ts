import { type ErrorKinds, refuser } from './errors.ts'

export const pictureErrors = {
  'picture.too_large': 'invalid',
  'picture.wrong_kind': 'invalid',
  'picture.too_many_pixels': 'invalid',
  'picture.damaged': 'invalid',
  'picture.hides_another': 'invalid',
} as const satisfies ErrorKinds

export const refusePicture = refuser(pictureErrors)

export const pictureText: Readonly<Record<keyof typeof pictureErrors, string>> = {
  'picture.too_large':
    'This picture is larger than 5 MB, and we couldn’t make it smaller. Please save it as a smaller JPG, or send a screenshot of it.',
  'picture.wrong_kind': 'Please choose a JPG, PNG or WebP picture.',
  'picture.too_many_pixels': 'This picture has too many pixels. Please choose a smaller one.',
  'picture.damaged': 'We couldn’t read this picture. Please choose another one.',
  'picture.hides_another':
    'This file holds more than a picture. Please save it again, or choose another one.',
}

/** Browsers make photos smaller before they send them, so this is for what they can't read, and for programs. */
export const pictureMaxBytes = 5 * 1024 * 1024

/** A browser doesn't try to make a larger file smaller. */
export const pictureMaxChosenBytes = 30 * 1024 * 1024

/** Sensors sold as 50 megapixels have up to 8192 × 6144. */
export const pictureMaxPixels = 52_000_000

/** Types that are sent. The server looks at the content, never at the name or the type that a file claims. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/** For file dialogs besides the others: becomes a JPG before it is sent. Some systems know it only by its name. */
export const heicTypes = 'image/heic,image/heif,.heic,.heif'
