/**
 * Runs in the head of a prerendered page, which contains its CSS: its sheets are marked for print, so that they block
 * nothing, and apply once loaded. The links stay for React, which expects them.
 */
export const lateStyles =
  "for(const l of document.querySelectorAll('link[rel=stylesheet][media=print]'))" +
  "if(l.sheet)l.media='all';else l.onload=l.onerror=()=>{l.media='all'}"

/** Resolves once all sheets have loaded. */
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
