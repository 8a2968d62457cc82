/** Like `closedby="any"`, which Safari lacks. Only for clicks on the backdrop is the dialog itself the target. */
export function closeOutside(dialog: HTMLDialogElement | null): void {
  dialog?.addEventListener("click", ({ target }) => target === dialog && dialog.close());
}
