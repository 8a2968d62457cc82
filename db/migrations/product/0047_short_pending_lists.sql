SELECT gin_clean_pending_list('"class_search_names"');--> statement-breakpoint
SELECT gin_clean_pending_list('"class_search_words"');--> statement-breakpoint
ALTER INDEX "class_search_names" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "class_search_words" SET (gin_pending_list_limit = 128);
