/**
 * Sends like `fetch`, and reports the share of the body that is sent, from 0 to 1, which `fetch` doesn't for uploads.
 */
export async function sendWithProgress(
  request: Request,
  onProgress: (share: number) => void,
): Promise<Response> {
  const body = await request.blob()
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, request.url)
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value)
    sending.responseType = 'blob'
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) =>
      lengthComputable && onProgress(loaded / total)
    sending.onload = () =>
      resolve(new Response(sending.response as Blob, { status: sending.status, headers: headersOf(sending) }))
    sending.onerror = () => reject(new TypeError('Failed to send'))
    sending.send(body)
  })
}

function headersOf(sent: XMLHttpRequest): Headers {
  const lines = sent
    .getAllResponseHeaders()
    .split('\r\n')
    .filter((line) => line.includes(':'))
  return new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
}
