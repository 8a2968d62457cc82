/** As `closedby="any"`, which Safari lacks. Only a click on the backdrop has the dialog itself as its target. */
export function closeOutside(dialog: HTMLDialogElement | null): void {
  dialog?.addEventListener("click", ({ target }) => target === dialog && dialog.close());
}
