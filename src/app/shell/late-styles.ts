/**
 * Runs in the head of a prerendered page, which has the CSS to be painted in it: its sheets are marked for print, so that
 * they hold up nothing, and count once they have come. The links stay as they are for React, which expects them.
 */
export const lateStyles =
  "for(const l of document.querySelectorAll('link[rel=stylesheet][media=print]'))" +
  "if(l.sheet)l.media='all';else l.onload=l.onerror=()=>{l.media='all'}"

/** Resolves once no sheet of the page is still to come. */
export async function stylesHere(): Promise<void> {
  const late = document.querySelectorAll('link[rel=stylesheet][media=print]')
  await Promise.all(
    [...late].map(
      (sheet) =>
        new Promise((resolve) => {
          sheet.addEventListener('load', resolve)
          sheet.addEventListener('error', resolve)
        }),
    ),
  )
}
