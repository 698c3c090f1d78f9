// Files that the page makes itself: what stands in a table as CSV, a deck as JSON.

/** Offers a file to be saved. */
export function save(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A table as CSV (RFC 4180); a text that a spreadsheet would take for a formula gets a `'` before it. */
export const csv = (rows: (string | number | undefined)[][]): string =>
  rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";

function cell(value: string | number | undefined): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value ?? "") ? `'${value}` : (value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
